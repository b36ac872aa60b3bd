/** How a phone puts a model into the room: iOS takes a USDZ from the page, Android fetches a GLB itself. */
export type ArWay = 'quick-look' | 'scene-viewer'

/**
 * What this device can do; `undefined` where it has no AR, or nothing that it could reach.
 *
 * @param publicUrl of the GLB for whoever has it, without a session.
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
    // Browsers that know no `rel` at all that they could support.
    return false
  }
}

/** An address that Android opens with Scene Viewer, and other apps with `backUrl`. */
export function sceneViewerLink(modelUrl: string, title: string, backUrl: string): string {
  const query = new URLSearchParams({ file: modelUrl, mode: 'ar_preferred', title })
  return (
    `intent://arvr.google.com/scene-viewer/1.0?${query.toString()}` +
    '#Intent;scheme=https;package=com.google.android.googlequicksearchbox;' +
    `action=android.intent.action.VIEW;S.browser_fallback_url=${encodeURIComponent(backUrl)};end;`
  )
}
