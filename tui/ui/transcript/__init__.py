"""The conversation on screen: one view that paints lines itself, without child widgets.

`document.py` turns a conversation into blocks, `column.py` keeps them in order with their heights,
`viewport.py` decides which lines are seen, `layout.py` wraps a block, `view.py` joins it all to
Textual. Cost per frame does not depend on how long the conversation is.
"""
