package airlock

// Trace writes a line to the host's log.
func Trace(message string) { hostLog("trace", message) }

// Debug writes a line to the host's log.
func Debug(message string) { hostLog("debug", message) }

// Info writes a line to the host's log.
func Info(message string) { hostLog("info", message) }

// Warn writes a line to the host's log.
func Warn(message string) { hostLog("warn", message) }

// LogError writes a line of the level error to the host's log.
func LogError(message string) { hostLog("error", message) }
