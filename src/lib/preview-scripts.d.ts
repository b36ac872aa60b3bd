/** `src/cli/build/preview-scripts.ts` generates this module. */
declare module 'virtual:preview-scripts' {
  /** Script that compiles and renders a React component of a previewed page. */
  export const react: string
  /** Tailwind for a page without a build step. */
  export const tailwind: string
}
