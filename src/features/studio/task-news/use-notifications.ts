import { createBrowserSetting, createSwitchFormat } from '#lib/browser/browser-setting.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'

const notificationsSetting = createBrowserSetting({
  key: 'bozzetto.studio.notifications',
  fallback: false,
  ...createSwitchFormat('on', 'off'),
})

export const wantsNotifications = (): boolean => notificationsSetting.read()

export function useNotifications(): { isOn: boolean; toggle: () => Promise<void> } {
  const [isOn] = useBrowserSetting(notificationsSetting)
  return { isOn, toggle }
}

async function toggle(): Promise<void> {
  if (wantsNotifications()) return notificationsSetting.write(false)
  const { askToNotify } = await import('./ask-to-notify.ts')
  if (await askToNotify()) notificationsSetting.write(true)
}
