/** Returns the id of a section's element: `AI apps (MCP)` becomes `ai-apps-mcp`. */
export const toSectionId = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
