package airlock

// Debug writes a line to the host's log.
func Debug(message string) { hostLog("debug", message) }

// Info writes a line to the host's log.
func Info(message string) { hostLog("info", message) }

// Warn writes a line to the host's log.
func Warn(message string) { hostLog("warn", message) }
