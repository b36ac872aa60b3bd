import Brain from 'lucide-react/icons/brain'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import Wrench from 'lucide-react/icons/wrench'
import { memo, useRef, useState } from 'react'
import type { ChangeModels, ListedModel } from '#contract/model-settings.ts'
import { formatRoughCount } from '#lib/format.ts'
import { describeModelEnd } from '#lib/model-end.ts'
import { formatTokenPrice } from '#lib/money.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { IconMark } from '#ui/feedback/icon-mark.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'

type ModelRowProps = {
  model: ListedModel
  isRenamed: boolean
  onRename: (isRenamed: boolean) => void
  onChange: (change: ChangeModels) => void
  onPrice: (model: ListedModel) => void
}

export function ModelRow({ model, isRenamed, onRename, onChange, onPrice }: ModelRowProps) {
  const { id, name, isOn, isFavourite } = model
  const ids = [id]
  const wasRenamed = useRef(false)
  return (
    <div className="flex h-full items-center gap-1 pe-3 ps-1.5 sm:gap-2">
      <IconButton
        label={t('Favourite {name}', { name })}
        isActive={isFavourite}
        icon={<Star aria-hidden className={cn(isFavourite && 'fill-current text-accent')} />}
        className="bg-transparent!"
        onClick={() => onChange({ ids, isFavourite: !isFavourite })}
      />
      {isRenamed ? (
        <NameField
          model={model}
          onDone={(next) => {
            wasRenamed.current = true
            onRename(false)
            if (next !== undefined && next !== name) onChange({ ids, name: next })
          }}
        />
      ) : (
        <>
          <Facts model={model} onChange={onChange} onPrice={onPrice} />
          <IconButton
            // After a rename, the text field is gone, so move the focus to this button.
            ref={(button) => {
              if (button && wasRenamed.current) button.focus()
              wasRenamed.current = false
            }}
            label={t('Rename {name}', { name })}
            icon={<Pencil aria-hidden />}
            onClick={() => onRename(true)}
          />
        </>
      )}
      <Switch
        aria-label={t('Use {name}', { name })}
        checked={isOn}
        onCheckedChange={(next) => onChange({ ids, isOn: next })}
      />
    </div>
  )
}

type FactsProps = Pick<ModelRowProps, 'model' | 'onChange' | 'onPrice'>

const Facts = memo(({ model, onChange, onPrice }: FactsProps) => {
  const { name, isOn, contextTokens, cutsLongPrompts, price, isFilledIn } = model
  const ownId = model.id.slice(model.id.indexOf('/') + 1)
  const end = describeModelEnd(model)
  const size =
    contextTokens !== undefined &&
    t('{contextTokens} tokens', { contextTokens: formatRoughCount(contextTokens) })
  return (
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-2">
        <span className={cn('truncate font-medium', !isOn && 'text-ink-muted')}>{name}</span>
        <IconMark is={model.canSee} label={t('Accepts pictures')} icon={<Eye />} />
        <IconMark is={model.canUseTools} label={t('Supports tools')} icon={<Wrench />} />
        <IconMark is={model.canReason} label={t('Reasoning')} icon={<Brain />} />
      </p>
      <p className="flex gap-2 text-xs text-ink-faint">
        {ownId !== name && <code className="min-w-0 truncate font-mono">{ownId}</code>}
        {size !== false && (
          <span className="shrink-0 tabular-nums">
            {size}
            {isFilledIn && <span title={t('Not from the service’s own list')}>*</span>}
          </span>
        )}
        {model.kind === 'chat' && (
          <button
            type="button"
            aria-label={
              price
                ? t('Price of {name}: {price}', { name, price: formatTokenPrice(price) })
                : t('Enter price of {name}', { name })
            }
            title={priceTitle(model)}
            className="min-w-0 shrink-[0.2] cursor-pointer truncate tabular-nums underline decoration-dotted underline-offset-2 hover:text-ink"
            onClick={() => onPrice(model)}
          >
            {price ? formatTokenPrice(price) : t('Enter price')}
          </button>
        )}
        {end && (
          <span
            title={end.text}
            className={cn('min-w-0 truncate', end.isOver ? 'text-danger' : 'text-warning')}
          >
            {end.text}
          </span>
        )}
        {cutsLongPrompts === true && <ContextSize model={model} onChange={onChange} />}
      </p>
    </div>
  )
})

function priceTitle({ price, isPriceEntered }: ListedModel): string {
  if (!price) return t('No price is known. Limits in money assume a high one.')
  return isPriceEntered === true ? t('Entered here') : t('Correct the price')
}

const smallestContext = 4_096
/** Suggested context size in tokens for a model whose provider reports none. */
const usualContext = 131_072

function ContextSize({ model, onChange }: Pick<FactsProps, 'model' | 'onChange'>) {
  const { id, name, contextTokens = usualContext, allottedTokens } = model
  const sizes = new Set(allottedTokens === undefined ? [] : [allottedTokens])
  for (let size = smallestContext; size < contextTokens; size *= 2) sizes.add(size)
  sizes.add(contextTokens)
  return (
    <select
      aria-label={t('Context of {name}', { name })}
      title={t('How much of a chat the model reads. More takes more memory.')}
      className="shrink-0 cursor-pointer rounded-sm bg-transparent text-ink-muted hover:text-ink"
      value={allottedTokens ?? 0}
      onChange={({ target }) => onChange({ ids: [id], contextTokens: Number(target.value) })}
    >
      <option value={0}>{t('Context as needed')}</option>
      {[...sizes]
        .toSorted((a, b) => a - b)
        .map((size) => (
          <option key={size} value={size}>
            {t('Context {size}', { size: formatRoughCount(size) })}
          </option>
        ))}
    </select>
  )
}

type NameFieldProps = {
  model: ListedModel
  /** @param name empty to restore the provider's name, `undefined` to keep the current name. */
  onDone: (name: string | undefined) => void
}

function NameField({ model: { name, listedName }, onDone }: NameFieldProps) {
  const [text, setText] = useState(name)
  const written = text.trim()
  return (
    <div className="min-w-0 flex-1">
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field.
        autoFocus
        aria-label={t('Name of {listedName}', { listedName })}
        placeholder={listedName}
        maxLength={100}
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => onDone(written === listedName ? '' : written)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            // Otherwise Enter would also press the button that gets the focus.
            event.preventDefault()
            event.currentTarget.blur()
          }
          if (event.key !== 'Escape') return
          // Escape cancels the rename and must not close the dialog.
          event.stopPropagation()
          onDone(undefined)
        }}
      />
    </div>
  )
}
