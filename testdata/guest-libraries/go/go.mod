module airlock.dev/tests/guest-libraries

go 1.24

require airlock.dev/guest v0.0.0

replace airlock.dev/guest => ../../../sample-connectors/guest/go
