import { createBrowserSetting, createSwitchFormat } from './browser-setting.ts'

/** Browser setting: whether the browser notifies about answers that end in the background. */
export const answerNoticesSetting = createBrowserSetting({
  key: 'bozzetto.chat.notices',
  fallback: false,
  ...createSwitchFormat('on', 'off'),
})
