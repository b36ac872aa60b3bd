/** AR technology of a phone. iOS opens a USDZ from the page, Android downloads a GLB. */
export type ArWay = 'quick-look' | 'scene-viewer'

/**
 * Returns the AR technology of this device, or `undefined` without AR or if the device cannot
 * download the model.
 * @param publicUrl address of the GLB that works without signing in.
 */
export function arWay(publicUrl: string | undefined): ArWay | undefined {
  if (hasQuickLook()) return 'quick-look'
  const isAndroid = /\bAndroid\b/.test(navigator.userAgent)
  return isAndroid && publicUrl?.startsWith('https:') ? 'scene-viewer' : undefined
}

function hasQuickLook(): boolean {
  try {
    return document.createElement('a').relList.supports('ar')
  } catch {
    // Some browsers throw for unknown `rel` values.
    return false
  }
}

/** Creates a link that opens Scene Viewer on Android, and `backUrl` on other systems. */
export function sceneViewerLink(modelUrl: string, title: string, backUrl: string): string {
  // Without `resizable=false`, two fingers change the true size.
  const query = new URLSearchParams({
    file: modelUrl,
    mode: 'ar_preferred',
    title,
    resizable: 'false',
  })
  return (
    `intent://arvr.google.com/scene-viewer/1.0?${query.toString()}` +
    '#Intent;scheme=https;package=com.google.android.googlequicksearchbox;' +
    `action=android.intent.action.VIEW;S.browser_fallback_url=${encodeURIComponent(backUrl)};end;`
  )
}
