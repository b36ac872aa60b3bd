import FileJson from 'lucide-react/icons/braces'
import { useId, useState, type FormEvent } from 'react'
import { getFieldProblems } from '#api/http/field-problems.ts'
import { webApiDocumentLengthMax, type ChosenWebApiAuth, type WebApi } from '#contract/web-apis.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useChangeWebApi, useCreateWebApi } from './web-api-queries.ts'

type WebApiDialogProps = { isOpen: boolean; onClose: () => void; api: WebApi | undefined }

type AuthKind = ChosenWebApiAuth['kind']

const kinds: { value: AuthKind; label: string }[] = [
  { value: 'auto', label: t('As the document says') },
  { value: 'none', label: t('No key') },
  { value: 'bearer', label: t('Authorization: Bearer') },
  { value: 'header', label: t('A header') },
  { value: 'query', label: t('A query parameter') },
  { value: 'basic', label: t('User name and password') },
]

export function WebApiDialog({ isOpen, onClose, api }: WebApiDialogProps) {
  const formId = useId()
  const create = useCreateWebApi()
  const change = useChangeWebApi()
  const [isFile, setIsFile] = useState(api !== undefined && api.documentAddress === undefined)
  const [name, setName] = useState(api?.name ?? '')
  const [documentAddress, setDocumentAddress] = useState('')
  const [file, setFile] = useState<File>()
  const [baseAddress, setBaseAddress] = useState(api?.baseAddress ?? '')
  const [kind, setKind] = useState<AuthKind>(api?.auth.kind ?? 'auto')
  const [keyName, setKeyName] = useState(api?.auth.name ?? '')
  const [user, setUser] = useState('')
  const [key, setKey] = useState('')
  const [fileProblem, setFileProblem] = useState<string>()
  const { error, isPending } = api ? change : create
  const problems = getFieldProblems(error, [
    api || isFile ? 'document' : 'documentAddress',
    'name',
    'baseAddress',
    'auth',
    'key',
  ])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const document = isFile && file ? await file.text() : undefined
    const secret = kind === 'basic' && key !== '' ? `${user.trim()}:${key}` : key
    const auth: ChosenWebApiAuth = {
      kind,
      ...((kind === 'header' || kind === 'query') && { name: keyName.trim() }),
    }
    const callbacks = { onSuccess: onClose }
    const shared = {
      name,
      auth,
      ...(baseAddress.trim() !== '' && { baseAddress: baseAddress.trim() }),
      ...(secret !== '' && { key: secret }),
      ...(document !== undefined && { document }),
    }
    if (api) return change.mutate({ id: api.id, change: shared }, callbacks)
    if (isFile && document === undefined) return setFileProblem(t('Choose a file.'))
    const where = isFile ? {} : { documentAddress: documentAddress.trim() }
    return create.mutate({ ...shared, ...where }, callbacks)
  }

  function takeFile([taken]: readonly File[]) {
    const isTooLarge = taken !== undefined && taken.size > webApiDocumentLengthMax
    setFileProblem(isTooLarge ? t('The document is larger than 16 MB.') : undefined)
    setFile(isTooLarge ? undefined : taken)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={api ? t('Edit “{name}”', { name: api.name }) : t('Add an API')}
      description={t(
        'Its answers are given to the models of your chats. Add only APIs that you trust.',
      )}
      footer={
        <FormButtons
          formId={formId}
          label={api ? t('Save') : t('Add')}
          isPending={isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        onSubmit={(event) => void submit(event)}
        noValidate
        className="flex flex-col gap-4"
      >
        <FormField
          label={t('Name')}
          isRequired
          hint={t('The names of its tools begin with it.')}
          error={problems.name}
        >
          <TextField
            autoComplete="off"
            maxLength={60}
            placeholder={t('Weather')}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </FormField>
        {!api && (
          <SegmentedControl
            aria-label={t('Where the document is')}
            value={isFile ? 'file' : 'address'}
            onValueChange={(value) => setIsFile(value === 'file')}
            options={[
              { value: 'address', label: t('Address') },
              { value: 'file', label: t('File') },
            ]}
          />
        )}
        {isFile && (
          <FileField file={file} problem={fileProblem ?? problems.document} onFiles={takeFile} />
        )}
        {!isFile && !api && (
          <AddressField
            label={t('OpenAPI document')}
            isRequired
            error={problems.documentAddress}
            hint={t('The address of the JSON or YAML file, of OpenAPI 3 or Swagger 2.0.')}
            placeholder="https://example.com/openapi.json"
            value={documentAddress}
            onChange={setDocumentAddress}
          />
        )}
        <AddressField
          label={api ? t('Base address') : t('Base address (optional)')}
          error={problems.baseAddress}
          hint={t('All paths follow it. Without one, the first server of the document is used.')}
          placeholder="https://api.example.com/v1"
          value={baseAddress}
          onChange={setBaseAddress}
        />
        <FormField label={t('Key')} error={problems.auth}>
          <Select
            value={kind}
            options={api ? kinds.filter(({ value }) => value !== 'auto') : kinds}
            onValueChange={setKind}
          />
        </FormField>
        <KeyDetails kind={kind} name={keyName} onName={setKeyName} user={user} onUser={setUser} />
        {kind !== 'none' && (
          <FormField
            label={kind === 'basic' ? t('Password') : t('Value of the key')}
            error={problems.key}
            hint={t('Stored encrypted, and not shown again.')}
          >
            <TextField
              type="password"
              autoComplete="new-password"
              spellCheck={false}
              placeholder={api?.keyHint ?? ''}
              value={key}
              onChange={({ target }) => setKey(target.value)}
              className="font-mono"
            />
          </FormField>
        )}
      </form>
    </Dialog>
  )
}

type AddressFieldProps = {
  label: string
  isRequired?: boolean
  error: string | undefined
  hint: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

const AddressField = ({ placeholder, value, onChange, ...field }: AddressFieldProps) => (
  <FormField {...field}>
    <TextField
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </FormField>
)

type KeyDetailsProps = {
  kind: AuthKind
  name: string
  onName: (name: string) => void
  user: string
  onUser: (user: string) => void
}

function KeyDetails({ kind, name, onName, user, onUser }: KeyDetailsProps) {
  if (kind === 'basic') {
    return (
      <FormField label={t('User name')}>
        <TextField
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={user}
          onChange={({ target }) => onUser(target.value)}
        />
      </FormField>
    )
  }
  if (kind !== 'header' && kind !== 'query') return null
  return (
    <FormField
      label={kind === 'header' ? t('Name of the header') : t('Name of the parameter')}
      isRequired
    >
      <TextField
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={kind === 'header' ? t('X-Api-Key') : 'api_key'}
        value={name}
        onChange={({ target }) => onName(target.value)}
        className="font-mono"
      />
    </FormField>
  )
}

type FileFieldProps = {
  file: File | undefined
  problem: string | undefined
  onFiles: (files: readonly File[]) => void
}

const FileField = ({ file, problem, onFiles }: FileFieldProps) => (
  <div className="flex flex-col gap-1.5">
    <DropZone label={t('OpenAPI document')} accept=".json,.yaml,.yml,.txt" onFiles={onFiles}>
      <span className="flex items-center gap-3 px-4 py-3.5">
        <FileJson aria-hidden className="size-5 shrink-0 text-ink-faint" />
        <span className="min-w-0 wrap-anywhere">
          {file?.name ?? t('Choose an OpenAPI document, or drop it here')}
        </span>
      </span>
    </DropZone>
    {problem !== undefined && (
      <p role="alert" className="text-xs text-pretty text-danger">
        {problem}
      </p>
    )}
  </div>
)
