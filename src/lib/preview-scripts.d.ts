/** `src/cli/build/preview-scripts.ts` generates this module. */
declare module 'virtual:preview-scripts' {
  /** Script that compiles and renders a React component in a preview. */
  export const react: string
  /** Script of Tailwind that runs in a page without a build step. */
  export const tailwind: string
}
