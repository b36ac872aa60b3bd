type Missing = { missing: string; folder?: undefined; program?: undefined }

/**
 * Finds or installs SDKs of other companies: the folder to import them from, or why there is none.
 */
export function ensureClientLibraries(): Promise<{ folder: string; missing?: undefined } | Missing>

/** Finds or installs OpenAI's Codex: its script, or why there is none. */
export function ensureCodex(): Promise<{ program: string; missing?: undefined } | Missing>

/** Finds or installs Anthropic's Claude Code: its program, or why there is none. */
export function ensureClaudeCode(): Promise<{ program: string; missing?: undefined } | Missing>

/** Finds or installs the MCP inspector: its script, or why there is none. */
export function ensureMcpInspector(): Promise<{ program: string; missing?: undefined } | Missing>
