/** Made by `src/cli/build/mcp-app.ts`. */
declare module 'virtual:mcp-app' {
  /** HTML of the page that shows a model within other programs. */
  export const page: string
}
