"""What tests share: players of recordings, real doubles, filters."""
