import { createBrowserSetting, createSwitchFormat } from '#lib/browser/browser-setting.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'

const listShown = createBrowserSetting({
  key: 'bozzetto.chat-list',
  fallback: true,
  ...createSwitchFormat('shown', 'hidden'),
})

export const useListShown = (): boolean => useBrowserSetting(listShown)[0]

export const toggleChatList = (): void => listShown.write(!listShown.read())
