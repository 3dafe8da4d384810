/** What a build defines and an editor cannot know: 1 in a reactor. The compiler does not read this file. */
declare const AIRLOCK_REACTOR: i32;
