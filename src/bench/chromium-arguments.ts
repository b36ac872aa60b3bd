/** For a Chromium that draws WebGL without a graphics card and asks its maker for nothing. */
export const chromiumArguments = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The same where nothing is measured: pages are put together without SwiftShader, which takes a third more
 * processor time for it and makes every click wait. What WebGL draws stays as it is.
 */
export const testChromiumArguments = [...chromiumArguments, '--disable-gpu-compositing']
