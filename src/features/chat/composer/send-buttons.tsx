import ArrowUp from 'lucide-react/icons/arrow-up'
import Mic from 'lucide-react/icons/mic'
import Square from 'lucide-react/icons/square'
import { sendKeySetting, toSendKeys } from '#lib/browser/send-key.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/app.ts'
import { pushToTalkKeys } from '../voice/push-to-talk.ts'

type SendButtonsProps = {
  isRunning: boolean
  isEmpty: boolean
  canSend: boolean
  onStop: () => void
  onDictate: () => void
}

export function SendButtons({ isRunning, isEmpty, canSend, onStop, onDictate }: SendButtonsProps) {
  const [sendKey] = useBrowserSetting(sendKeySetting)
  return (
    <>
      <IconButton
        label={t('Dictate')}
        keys={pushToTalkKeys}
        icon={<Mic aria-hidden />}
        onClick={onDictate}
      />
      {isRunning && (
        <IconButton
          variant={isEmpty ? 'primary' : 'secondary'}
          className="size-9! rounded-lg"
          label={t('Stop')}
          keys="Esc"
          icon={<Square aria-hidden className="size-3! fill-current" />}
          onClick={onStop}
        />
      )}
      {(!isRunning || !isEmpty) && (
        <IconButton
          variant="primary"
          type="submit"
          className="size-9! rounded-lg"
          label={t('Send')}
          keys={toSendKeys(sendKey)}
          disabled={!canSend}
          icon={<ArrowUp aria-hidden />}
        />
      )}
    </>
  )
}
