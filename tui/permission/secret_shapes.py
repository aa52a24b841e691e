"""What secrets look like, and beside which words they stand. Data.

Every shape has a group `keep`: what stands before the secret, and stays. None of them looks further
than a few hundred characters for the next part of itself, so that no text takes long to read.
"""

import re

_CLEAR = (
    r"(?i:passw(?:or)?d|passphrase|passcode|(?:store|key)pass|secret|token|credentials?|authorization"
    r"|(?:api|access|account|private|secret|signing|encryption|shared|master|auth|license)[_-]?key"
    r"|signature)"
)
"""Words that mean a secret wherever they stand in a name: `PGPASSWORD`, `authToken`."""

_SHORT = r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?i:pass|pwd|pw|sig|otp|pin|jwt|session[_-]?id)"
"""Words that do so as words of their own: not in `bypass`."""

_NAME = rf"(?:{_CLEAR}|{_SHORT})"

_DOUBTFUL = r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?i:keys?|tokens|auth|cookies?)"
"""Words that mean a secret only where something like one follows: not in `cache_key=build`."""

_VALUE = r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|(?:[^\s"'&;|,\\]|\\(?!["'])){2,}|\\+"[^"\\]*)"""
_WORD = r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'&;|-][^\s"'&;|]*)"""
_RANDOM = r"""["']?(?=[\w+/=.%~-]{0,200}\d)(?=[\w+/=.%~-]{0,200}[A-Za-z])[\w+/=.%~-]{12,}"""
_IS = r"""\\*["']?\s{0,3}[=:]\s{0,3}"""
_MORE = r"[^\n;|&]{0,300}?"
"""Other words of the same command."""

_KNOWN = (
    r"(?:sk|pk|rk)[-_](?=[\w-]{0,40}\d)[\w-]{16,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}"
    r"|gl(?:pat|dt|rt|ft|soat|cbt|ptt)-[\w-]{16,}|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"
    r"|AIza[\w-]{30,}|ya29\.[\w-]{16,}|GOCSPX-[\w-]{16,}|1//0[\w-]{30,}"
    r"|xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,}|eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?"
    r"|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|do[opr]_v1_\w{32,}"
    r"|pypi-[\w-]{32,}|whsec_[\w+/=-]{16,}|hv[sbr]\.[\w-]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}"
    r"|lin_(?:api|oauth)_\w{20,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|dapi[a-f0-9]{32}"
    r"|(?:SK|AC)[a-f0-9]{32}|key-[a-f0-9]{32}|\d{8,10}:AA[\w-]{30,}|sq0[a-z]{3}-[\w-]{22,}"
    r"|(?:EAAC|EAAG)\w{30,}|nfp_\w{30,}|ntn_\w{30,}|secret_\w{40,}|xai-\w{30,}|gsk_\w{30,}"
    r"|r8_\w{30,}|pplx-\w{30,}|figd_[\w-]{30,}|dckr_pat_[\w-]{20,}|sntry[su]_[\w+/=-]{30,}"
)
"""Beginnings by which their makers let secrets be known."""

_TEXTS = (
    r"(?P<keep>)-----BEGIN [A-Z0-9 ]{1,40}-----(?s:.*?)(?:-----END [A-Z0-9 ]{1,40}-----|\Z)",
    (
        r"(?P<keep>\b(?i:[a-z][a-z0-9+.-]{0,20})://)(?:[^\s/@'\"]{1,512}"
        r"|[^\s/@:'\"]{0,128}:(?!\d{1,5}/)[^\s@'\"]{1,512})(?=@)"
    ),
    r"(?P<keep>hooks\.slack\.com/(?:services|workflows)/)[\w/-]{8,}",
    r"(?P<keep>discord(?:app)?\.com/api/webhooks/)[\w/-]{8,}",
    r"(?P<keep>\.webhook\.office\.com/)[\w/@-]{8,}",
    rf"(?P<keep>(?<![A-Za-z0-9])|(?<=/bot))(?:{_KNOWN})",
    (
        r"(?P<keep>(?i:authorization)\\*[\"']?\s{0,3}[:=]\s{0,3}\\*[\"']?"
        r"(?:(?i:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256)\s+)?)[^\s\"'\\][^\n\"'\\]*"
    ),
    (
        r"(?P<keep>\b(?i:Bearer|Basic|Digest|token)\s+)"
        r"(?=[\w.~+/=-]{0,200}[\dA-Z=])[\w.~+/=-]{8,}"
    ),
    r"(?P<keep>\b(?i:set-cookie|cookie)\\*[\"']?:\s{0,3}\\*[\"']?)[^\s\"'\\=]+=[^\n\"'\\]*",
    rf"(?P<keep>(?m:^)(?:export\s+)?[A-Za-z0-9_.-]{{0,100}}{_NAME}s?=)(?=\S*[&;|,])\S+(?m:$)",
    rf"(?P<keep>{_NAME}{_IS}){_VALUE}",
    rf"(?P<keep>{_DOUBTFUL}{_IS}){_RANDOM}",
    rf"(?P<keep>--?(?:[A-Za-z0-9]{{1,40}}[_.-]){{0,6}}{_NAME}(?:\s+|=)){_WORD}",
    rf"(?P<keep>--?(?:[A-Za-z0-9]{{1,40}}[_.-]){{0,6}}{_DOUBTFUL}(?:\s+|=)){_RANDOM}",
    rf"(?P<keep>\b(?:set\s+-\w+|setenv)\s+\w{{0,100}}{_NAME}\s+){_WORD}",
)

_COMMANDS = (
    (
        rf"(?P<keep>\b(?:curl|wget|http|https|xh)\b{_MORE}\s(?:-u|--user|--proxy-user|-U)[\s=]{{0,3}}"
        r"[\"']?[^\s:\"']{1,128}:)[^\s\"']+"
    ),
    (
        rf"(?P<keep>\b(?:curl|wget)\b{_MORE}\s(?:-b|--cookie)[\s=]{{0,3}}[\"']?)[^\s\"'=]+=[^\"'\n]*?"
        r"(?=[\"'\s]|$)"
    ),
    rf"(?P<keep>\b(?:mysql|mariadb)[\w-]{{0,20}}\s(?:{_MORE}\s)?-p)(?=\S){_WORD}",
    rf"(?P<keep>\b(?:sshpass|login|twine)\b{_MORE}\s-p\s{{0,3}}){_WORD}",
    rf"(?P<keep>\bssh-keygen\b{_MORE}\s-[NP]\s{{0,3}}){_WORD}",
    rf"(?P<keep>\bhtpasswd\s+-\w*b\w*(?:\s+\S{{1,200}}){{1,2}}\s+){_WORD}",
    rf"(?P<keep>\bpass:){_WORD}",
    rf"(?P<keep>\blogin\s+\S{{1,200}}\s+password\s+){_WORD}",
    rf"(?P<keep>--from-literal[\s=][^\s=]{{1,200}}=){_WORD}",
    (
        rf"(?P<keep>\b(?:echo|printf)\s+(?:-\w+\s+)?){_WORD}"
        rf"(?=\s{{0,3}}\|{_MORE}(?:--?password-stdin|sudo\s+-\w*S|--stdin|chpasswd|--with-token))"
    ),
)
"""Programs that take a secret without a word for it."""

SHAPES = tuple(re.compile(one) for one in (*_TEXTS, *_COMMANDS))

IN_NAMES = re.compile(
    rf"(?:{_CLEAR}s?|{_SHORT}|{_DOUBTFUL}"
    r"|(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?i:private|bearer))$"
)
"""The end of a name under which a secret stands."""
