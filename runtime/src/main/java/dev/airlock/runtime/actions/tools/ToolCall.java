package dev.airlock.runtime.actions.tools;

/**
 * What a model asks for.
 *
 * @param id the call's id in the conversation, which its result has too
 * @param name the tool's name, as the model wrote it
 * @param arguments a JSON object as text, as the model wrote it; blank stands for an empty one
 */
public record ToolCall(String id, String name, String arguments) {}
