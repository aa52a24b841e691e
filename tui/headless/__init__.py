"""parley without a screen: standard output is data, standard error is for people. No Textual."""
