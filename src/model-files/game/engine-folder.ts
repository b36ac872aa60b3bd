import { strToU8 } from 'fflate'
import type { GameEngine } from './game-options.ts'

/** Distances in metres where the next level of detail begins, for a model of one metre. */
const switchDistances = [5, 15] as const
/**
 * Fractions of the screen's height below which the next level of detail is shown. Below the last
 * fraction, the model is hidden.
 */
const switchHeights = [0.5, 0.2, 0.01] as const

type FolderFacts = {
  name: string
  levels: number
  longest: number
}

export const enginesWithFolder: readonly GameEngine[] = ['unity', 'godot']

/**
 * Returns the files that join the GLB files of all levels of detail: a scene for Godot 4, or a
 * Unity script that makes a prefab.
 */
export function createEngineFiles(
  engine: GameEngine,
  facts: FolderFacts,
): Record<string, Uint8Array> {
  const texts = engine === 'godot' ? createGodotFiles(facts) : createUnityFiles(facts)
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)]))
}

const listLevels = ({ levels }: FolderFacts) => Array.from({ length: levels }, (_, at) => at)

/**
 * Writes a Godot 4 scene with relative paths, so that users can put the folder anywhere in a
 * project.
 */
function createGodotFiles(facts: FolderFacts): Record<string, string> {
  const { name, levels, longest } = facts
  const distances = switchDistances
    .slice(0, levels - 1)
    .map((distance) => formatFloat(distance * longest))
  const resources = listLevels(facts).map(
    (level) => `[ext_resource type="PackedScene" path="${name}_LOD${level}.glb" id="${level + 1}"]`,
  )
  const nodes = listLevels(facts).map(
    (level) => `[node name="LOD${level}" parent="." instance=ExtResource("${level + 1}")]\n`,
  )
  const scene = [
    `[gd_scene load_steps=${levels + 2} format=3]\n`,
    ...resources,
    `[ext_resource type="Script" path="${name}_levels.gd" id="${levels + 1}"]\n`,
    `[node name="${name}" type="Node3D"]`,
    `script = ExtResource("${levels + 1}")`,
    `distances = PackedFloat32Array(${distances.join(', ')})\n`,
    ...nodes,
  ]
  const files: Record<string, string> = {
    [`${name}.tscn`]: scene.join('\n'),
    [`${name}_levels.gd`]: godotScript,
  }
  for (const level of listLevels(facts)) files[`${name}_LOD${level}.glb.import`] = godotImport
  return files
}

const formatFloat = (value: number): string => {
  const text = String(Number(value.toPrecision(4)))
  return text.includes('.') ? text : `${text}.0`
}

/** Disables the levels of detail that Godot would generate. */
const godotImport = `[remap]

importer="scene"
importer_version=1
type="PackedScene"

[params]

meshes/generate_lods=false
`

const godotScript = `@tool
extends Node3D

## Distances in metres at which the next level of detail begins.
@export var distances := PackedFloat32Array()


func _ready() -> void:
	for level in distances.size() + 1:
		var node := get_node_or_null("LOD%d" % level)
		if node == null:
			continue
		for item in node.find_children("*", "GeometryInstance3D", true, false):
			var mesh := item as GeometryInstance3D
			mesh.visibility_range_begin = 0.0 if level == 0 else distances[level - 1]
			mesh.visibility_range_end = 0.0 if level == distances.size() else distances[level]
`

/**
 * A prefab refers to parts of a GLB by ids that depend on the importer, so a script makes the
 * prefab in Unity.
 */
function createUnityFiles({ name, levels }: FolderFacts): Record<string, string> {
  const heights = switchHeights.slice(0, levels).map((height) => `${height}f`)
  return {
    'README.txt': `${name} for Unity 2021.3 or newer

1. Window > Package Manager > + > Add package by name: com.unity.cloud.gltfast
2. Move this folder into Assets.
3. Assets > Make LOD prefab of ${name}

The prefab has an LOD group. Meshes whose name ends in _Collider become convex mesh colliders.
`,
    [`Editor/${toClassName(name)}.cs`]: `using UnityEditor;
using UnityEngine;

public static class ${toClassName(name)}
{
    static readonly float[] heights = { ${heights.join(', ')} };

    [MenuItem("Assets/Make LOD prefab of ${name}")]
    static void Make()
    {
        var found = AssetDatabase.FindAssets("${name}_LOD0");
        if (found.Length == 0)
        {
            Debug.LogError("${name}_LOD0.glb is not in this project. Install glTFast first.");
            return;
        }
        var path = AssetDatabase.GUIDToAssetPath(found[0]);
        var folder = System.IO.Path.GetDirectoryName(path).Replace('\\\\', '/');
        var root = new GameObject("${name}");
        var lods = new LOD[heights.Length];
        for (var level = 0; level < heights.Length; level++)
        {
            var file = folder + "/${name}_LOD" + level + ".glb";
            var asset = AssetDatabase.LoadAssetAtPath<GameObject>(file);
            if (asset == null)
            {
                Debug.LogError(file + " is not imported. Install glTFast first.");
                Object.DestroyImmediate(root);
                return;
            }
            var model = (GameObject)PrefabUtility.InstantiatePrefab(asset, root.transform);
            foreach (var filter in model.GetComponentsInChildren<MeshFilter>())
            {
                if (!filter.name.EndsWith("_Collider")) continue;
                var collider = filter.gameObject.AddComponent<MeshCollider>();
                collider.sharedMesh = filter.sharedMesh;
                collider.convex = true;
                filter.GetComponent<MeshRenderer>().enabled = false;
            }
            var renderers = System.Array.FindAll(
                model.GetComponentsInChildren<Renderer>(),
                one => !one.name.EndsWith("_Collider"));
            lods[level] = new LOD(heights[level], renderers);
        }
        var group = root.AddComponent<LODGroup>();
        group.SetLODs(lods);
        group.RecalculateBounds();
        PrefabUtility.SaveAsPrefabAsset(root, folder + "/${name}.prefab");
        Object.DestroyImmediate(root);
    }
}
`,
  }
}

const toClassName = (name: string): string =>
  `Make_${name.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '_')}`
