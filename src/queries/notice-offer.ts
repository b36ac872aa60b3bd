import { createBrowserSetting, createSwitchFormat } from '#lib/browser/browser-setting.ts'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { t } from '#languages/app.ts'
import { turnOnNotices } from './push-notices.ts'

type Offer = {
  title: string
  durationMs: number
  action: { label: string; onSelect: () => void }
}

/** Browser setting: whether notices were offered, because they are offered once per browser. */
const offeredSetting = createBrowserSetting({
  key: 'bozzetto.notices.offered',
  fallback: false,
  ...createSwitchFormat('yes', 'no'),
})

const shownMs = 15_000

/**
 * Offers notices when an answer or a 3D model is begun. Does nothing if the person or the browser
 * has decided already.
 * @param show shows the offer as a toast.
 * @param onFailed receives the error if the browser refuses.
 */
export function offerNotices(
  show: (offer: Offer) => void,
  onFailed: (error: unknown) => void,
): void {
  if (noticesSetting.read() || offeredSetting.read()) return
  if (!('Notification' in globalThis) || Notification.permission !== 'default') return
  offeredSetting.write(true)
  show({
    title: t('Notify me when an answer or a 3D model is ready'),
    durationMs: shownMs,
    action: { label: t('Turn on'), onSelect: () => void turnOnNotices().catch(onFailed) },
  })
}
