module airlock.dev/samples/github-issues

go 1.24

require airlock.dev/guest v0.0.0

replace airlock.dev/guest => ../guest/go
