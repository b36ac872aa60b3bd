/**
 * Disabled features of Chromium. The last list on the command line applies, so the first part
 * repeats the list of Playwright 1.62 (see its `chromiumSwitches.ts`).
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
  // Chromium renders two invisible address bar pages per new page in separate processes, which take
  // half a second of CPU time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/** Arguments for Chromium with software WebGL and without background requests. */
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
 * Arguments for tests without measurements. Compositing without SwiftShader saves a third of the
 * CPU time and shortens every click. WebGL is not affected.
 */
export const testChromiumArguments = [...chromiumArguments, '--disable-gpu-compositing']
