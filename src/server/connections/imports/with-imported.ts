import type { Model3d } from '#contract/models.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import type { ConfirmedImport } from '../../ports/model-import.ts'
import type { ConnectedProvider } from '../../ports/provider-kind.ts'

/**
 * Adds imported models to a provider's list. An imported model replaces a listed model of the same
 * name.
 */
export function withImported(
  connected: ConnectedProvider,
  imported: () => readonly ConfirmedImport[],
): ConnectedProvider {
  const { generation } = connected
  if (!generation) return connected
  const listModels: GenerationProvider['listModels'] = async (signal) => {
    const listed = await generation.listModels(signal)
    const own = imported().map((model) => toModel3d(generation.id, model))
    return own.length === 0
      ? listed
      : [...listed.filter(({ id }) => own.every((model) => model.id !== id)), ...own]
  }
  return { ...connected, generation: { ...generation, listModels } }
}

const toModel3d = (
  provider: string,
  { model, name, description, paramSchema }: ConfirmedImport,
): Model3d => ({
  id: `${provider}/${model}`,
  name,
  provider,
  kind: '3d',
  description,
  paramSchema,
})
