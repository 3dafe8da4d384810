package airlock

import "encoding/json"

// Settings holds the values of the settings that the manifest declares. The
// host calls no connector whose settings have no value, or one of another type.
type Settings map[string]json.RawMessage

// Text returns a setting of the type string.
func (s Settings) Text(name string) (string, error) { return setting[string](s, name) }

// Int returns a setting of the type integer.
func (s Settings) Int(name string) (int64, error) { return setting[int64](s, name) }

// Float returns a setting of the type number.
func (s Settings) Float(name string) (float64, error) { return setting[float64](s, name) }

// Bool returns a setting of the type boolean.
func (s Settings) Bool(name string) (bool, error) { return setting[bool](s, name) }

func setting[T any](s Settings, name string) (T, error) {
	var value T
	raw, present := s[name]
	if !present || json.Unmarshal(raw, &value) != nil {
		return value, Fail("connector_runtime_error",
			"The setting "+quote(name)+" is not there, or has another type; declare it in the manifest.")
	}
	return value, nil
}
