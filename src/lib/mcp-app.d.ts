/** `src/cli/build/mcp-app.ts` generates this module. */
declare module 'virtual:mcp-app' {
  export const page: string
}
