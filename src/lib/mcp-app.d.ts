/** `src/cli/build/mcp-app.ts` generates this module. */
declare module 'virtual:mcp-app' {
  /** HTML of the page that shows a model inside MCP clients. */
  export const page: string
}
