import { createBrowserSetting, createSwitchFormat } from './browser-setting.ts'

/** Browser setting: whether a page or picture in an answer opens automatically beside the chat. */
export const openPreviewsSetting = createBrowserSetting({
  key: 'bozzetto.chat.openPreviews',
  fallback: false,
  ...createSwitchFormat('on', 'off'),
})
