/**
 * Features of Chromium to turn off. Chromium uses only the last such list of the command line, so
 * the first part repeats the list of Playwright 1.62 (see its `chromiumSwitches.ts`).
 */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // For each new page, Chromium renders two invisible pages of the address bar, which take half a
  // second of CPU time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/** Arguments that make Chromium run WebGL on the CPU and send no requests in the background. */
export const chromiumArguments = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
]

/**
 * Arguments for tests that measure nothing. Composing the page without SwiftShader saves a third of
 * a test's CPU time, and WebGL still works.
 */
export const testChromiumArguments = [...chromiumArguments, '--disable-gpu-compositing']
