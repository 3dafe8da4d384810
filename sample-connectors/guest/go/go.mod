module airlock.dev/guest

go 1.24
