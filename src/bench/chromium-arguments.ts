/**
 * Parts of Chromium that are switched off. Of two such lists Chromium follows the last, so that the first part of
 * this one repeats what Playwright 1.62 switches off itself (its `chromiumSwitches.ts` has the reasons).
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
  // With every new page a whole Chromium draws two pages of its own for its address bar, each in a process of its
  // own. They take half a second of the processor from the page that is opened, and nobody sees them.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/** For a Chromium that draws WebGL without a graphics card and asks its maker for nothing. */
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
 * The same where nothing is measured: pages are put together without SwiftShader, which takes a third more
 * processor time for it and makes every click wait. What WebGL draws stays as it is.
 */
export const testChromiumArguments = [...chromiumArguments, '--disable-gpu-compositing']
