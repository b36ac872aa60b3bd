import { withBase } from '#lib/base-path.ts'

/** Paths of scripts on this server. The preview frame may load no other files. */
const reactPath = withBase('/preview/lib/react.js')
const tailwindPath = withBase('/preview/lib/tailwind.js')

/** Creates a page that compiles and renders a React component, with Tailwind for its classes. */
export const createReactPage = (code: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Component</title>
<style>body { margin: 0; font: 16px/1.5 system-ui, sans-serif }</style>
${/\bclass(?:Name)?=/.test(code) ? `<script crossorigin src="${tailwindPath}"></script>` : ''}
<div id="root"></div>
<script type="application/json" id="source">${JSON.stringify(code).replaceAll('<', String.raw`\u003c`)}</script>
<script crossorigin src="${reactPath}"></script>
</html>
`
