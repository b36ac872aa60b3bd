/** Returns the id of a section's element, such as `ai-apps-mcp` for `AI apps (MCP)`. */
export const toSectionId = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
