"""`parley search`: every line you ever discussed, newest first."""

import msgspec

from tui.errors import UsageError
from tui.headless.output import data, flush, remark, say
from tui.headless.past import Past
from tui.headless.sessions import for_programs, id_width
from tui.history.query import parse
from tui.history.search import Hit, Search
from tui.text.visible import visible_line


def main(query: str, json: bool, limit: int | None = None) -> int:
    """Print where the words stand."""
    wanted = parse(query)
    if not query.strip():
        raise UsageError("There is nothing to search for.", 'parley search "words since:7d"')
    if limit is not None and limit < 1:
        raise UsageError("--limit takes a number of hits.", "Leave it out to see all.")
    past = Past()
    width = id_width(past.rows)
    search = Search(past.rows, past.words)
    count = 0
    session = None
    for hit in search.hits(wanted):
        if limit is not None and count >= limit:
            remark(f"There is more; raise --limit beyond {limit} to see it.")
            break
        count += 1
        if json:
            _print(hit)
            continue
        if hit.session.path != session:
            session = hit.session.path
            title = visible_line(hit.session.title or hit.session.id)
            say(f"{hit.session.agent} {hit.session.id[:width]}  {title}")
        say(f"    {hit.kind:8} {visible_line(hit.snippet)}")
    flush()
    if not count:
        remark("parley: Nothing was found.")
        remark(f"        Looked into {len(past.rows)} files; fewer words find more.")
    if search.scanned:
        total = search.indexed + search.scanned
        remark(f"{search.indexed} of {total} files are indexed; the others were read.")
    past.close()
    return 0 if count else 1


def _print(hit: Hit) -> None:
    row = msgspec.to_builtins(for_programs(hit.session))
    found = {"session": row, "item": hit.item or None, "kind": hit.kind, "snippet": hit.snippet}
    data(msgspec.json.encode(found))
