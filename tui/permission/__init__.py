"""Who may do what, decided so that anything unclear is a question or a denial.

    broker      one reply per request, bound to what was shown
    shell       proof of what a command line consists of; `outline` is the guess where there is none
    flags       which options of which programs are harmless (`flag_tables`, `tool_tables`: data)
    policy      rules of the user and the project → allow, ask or deny, and which rule said so
    risk        how much harm a request could do, and why
    standing    answers by rule, and every answer in the `journal` before it is sent
    rule_book   the rules in force for one folder, read again when they change; new ones kept
    trust       folders whose own configuration may run; `would_run` lists what that is

Pure apart from reading links and files of rules, and writing rules, journal and trust file.
"""
