/** glTF extensions that affect only materials or data storage. */
export const plainExtensions = [
  'EXT_texture_webp',
  'KHR_lights_punctual',
  'KHR_materials_anisotropy',
  'KHR_materials_clearcoat',
  'KHR_materials_dispersion',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_iridescence',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_unlit',
  'KHR_materials_variants',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
  'KHR_xmp_json_ld',
] as const
