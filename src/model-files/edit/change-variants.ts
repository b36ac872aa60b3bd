import type { Document, Material, Primitive } from '@gltf-transform/core'
import {
  KHRMaterialsVariants,
  type Mapping,
  type MappingList,
  type Variant,
} from '@gltf-transform/extensions'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { changeMaterial } from './change-material.ts'
import type { MaterialChange } from './edit-steps.ts'

const extensionName = 'KHR_materials_variants'
/** Limits the file size, because each variant can contain a copy of every material. */
const variantsMax = 32

type NewVariant = { material: number; change: MaterialChange; name: string }

/**
 * Adds a variant in which the surfaces of a material use a changed copy of the material. An
 * existing variant of the same name gets the copy.
 * @returns a sentence about the change.
 * @throws {UnworkableModelError} if the model cannot hold the change.
 */
export function addVariant(document: Document, { material, change, name }: NewVariant): string {
  const root = document.getRoot()
  const original = root.listMaterials()[material]
  if (!original) throw new UnworkableModelError('This material is not in the file.')
  const variants = listVariants(document)
  const known = variants.find((variant) => variant.getName() === name)
  if (!known && variants.length >= variantsMax) {
    throw new UnworkableModelError(
      `A model can have at most ${variantsMax} variants. Remove one first.`,
    )
  }
  const users = listPrimitives(document).filter((primitive) => usesMaterial(primitive, original))
  const copy = original.clone().setName(`${original.getName() || 'Material'} ${name}`)
  changeMaterial(document, root.listMaterials().indexOf(copy), change)
  const extension = document.createExtension(KHRMaterialsVariants)
  const variant = known ?? extension.createVariant(name)
  for (const primitive of users) {
    const list = getMappings(primitive) ?? extension.createMappingList()
    removeFromMappings(list, variant)
    list.addMapping(extension.createMapping().setMaterial(copy).addVariant(variant))
    primitive.setExtension(extensionName, list)
  }
  return known ? `Variant “${name}” changed.` : `Variant “${name}” added.`
}

/** Renames a variant, or removes the variant if there is no new name. */
export function changeVariant(document: Document, place: number, name: string | undefined): string {
  const variant = listVariants(document)[place]
  if (!variant) throw new UnworkableModelError('This variant is not in the file.')
  const before = variant.getName()
  if (name !== undefined) {
    variant.setName(name)
    return `Variant “${before}” renamed.`
  }
  for (const primitive of listPrimitives(document)) {
    const list = getMappings(primitive)
    if (!list) continue
    removeFromMappings(list, variant)
    // The schema does not allow an empty list.
    if (list.listMappings().length === 0) list.dispose()
  }
  variant.dispose()
  if (listVariants(document).length === 0) getExtension(document)?.dispose()
  return `Variant “${before}” removed.`
}

const listVariants = (document: Document): Variant[] => {
  const properties = getExtension(document)?.listProperties() ?? []
  return properties.filter((property) => isVariant(property))
}

const getExtension = (document: Document): KHRMaterialsVariants | undefined =>
  document
    .getRoot()
    .listExtensionsUsed()
    .find((used) => used instanceof KHRMaterialsVariants)

const isVariant = (property: { propertyType: string }): property is Variant =>
  property.propertyType === 'Variant'

const listPrimitives = (document: Document): Primitive[] =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())

const getMappings = (primitive: Primitive): MappingList | null =>
  primitive.getExtension<MappingList>(extensionName)

const usesMaterial = (primitive: Primitive, material: Material): boolean =>
  primitive.getMaterial() === material ||
  (getMappings(primitive)
    ?.listMappings()
    .some((mapping) => mapping.getMaterial() === material) ??
    false)

function removeFromMappings(list: MappingList, variant: Variant): void {
  for (const mapping of list.listMappings()) {
    if (!mapping.listVariants().includes(variant)) continue
    mapping.removeVariant(variant)
    if (mapping.listVariants().length === 0) removeMapping(list, mapping)
  }
}

function removeMapping(list: MappingList, mapping: Mapping): void {
  list.removeMapping(mapping)
  mapping.dispose()
}
