import { type DataTexture, GLSL3, ShaderMaterial, Vector2, Vector4 } from 'three'
import { coefficientCounts, type Degree } from '#model-files/splats/harmonics.ts'
import { harmonicTexels } from '#model-files/splats/pack-harmonics.ts'
import { scaleLogMin, scaleLogRange } from '#model-files/splats/pack-splats.ts'

/**
 * Draws each splat as its projected ellipse (EWA splatting, Zwicker et al. 2001).
 * @param harmonics view-dependent colour, up to `degree`.
 */
export const makeSplatMaterial = (
  texels: DataTexture,
  harmonics: DataTexture | undefined,
  degree: Degree,
): ShaderMaterial =>
  new ShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    defines: { DEGREE: degree, TEXELS: harmonicTexels(coefficientCounts[degree]) },
    uniforms: {
      texels: { value: texels },
      harmonics: { value: harmonics ?? null },
      eye: { value: new Vector4() },
      viewport: { value: new Vector2(1, 1) },
      exposure: { value: 1 },
    },
    vertexShader: vertexSource,
    fragmentShader: fragmentSource,
  })

/** Blur added to every splat in square pixels, because distant splats would flicker. */
const blurPx2 = '0.3'
/** Largest half length of a splat in pixels. Larger splats near the eye would cover everything. */
const reachMaxPx = '1024.0'

/**
 * Real spherical harmonics with the signs of `eval_sh` in Kerbl et al. 2023. Four coefficients are
 * packed in three words.
 */
const harmonicsSource = `
  uniform usampler2D harmonics;
  uniform vec4 eye;

  vec3 one(uint red, uint green, uint blue) {
    return (vec3(red & 255u, green & 255u, blue & 255u) - 128.0) / 128.0;
  }

  mat4x3 four(uint a, uint b, uint c) {
    return mat4x3(
      one(a, a >> 8u, a >> 16u), one(a >> 24u, b, b >> 8u),
      one(b >> 16u, b >> 24u, c), one(c >> 8u, c >> 16u, c >> 24u)
    );
  }

  vec3 changed(vec3 centre) {
    vec3 d = normalize(centre * eye.w - eye.xyz);
    ivec2 texel = ivec2(int(order & 1023u) * TEXELS, int(order >> 10u));
    uvec4 first = texelFetch(harmonics, texel, 0);
    vec3 sum = four(first.x, first.y, first.z) * vec4(1.0, 0.4886025 * vec3(-d.y, d.z, -d.x));
    #if DEGREE > 1
      vec3 q = d * d;
      uvec4 second = texelFetch(harmonics, texel + ivec2(1, 0), 0);
      sum += four(first.w, second.x, second.y) * vec4(
        1.0925484 * d.x * d.y, -1.0925484 * d.y * d.z,
        0.3153916 * (2.0 * q.z - q.x - q.y), -1.0925484 * d.x * d.z
      );
      vec4 rest = vec4(0.5462742 * (q.x - q.y), 0.0, 0.0, 0.0);
      uint next = 0u;
      #if DEGREE > 2
        uvec4 third = texelFetch(harmonics, texel + ivec2(2, 0), 0);
        next = third.x;
        rest.yzw = vec3(
          -0.5900436 * d.y * (3.0 * q.x - q.y), 2.8906114 * d.x * d.y * d.z,
          -0.4570458 * d.y * (4.0 * q.z - q.x - q.y)
        );
        sum += four(third.y, third.z, third.w) * vec4(
          0.3731763 * d.z * (2.0 * q.z - 3.0 * q.x - 3.0 * q.y), -0.4570458 * d.x * (4.0 * q.z - q.x - q.y),
          1.4453057 * d.z * (q.x - q.y), -0.5900436 * d.x * (q.x - 3.0 * q.y)
        );
      #endif
      sum += four(second.z, second.w, next) * rest;
    #endif
    return sum;
  }
`

const vertexSource = `
  precision highp usampler2D;
  in uint order;
  uniform usampler2D texels;
  uniform vec2 viewport;
  out vec2 vOffset;
  out vec4 paint;
  #if DEGREE > 0
  ${harmonicsSource}
  #endif

  mat3 turned(vec4 q) {
    return mat3(
      1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.w * q.z), 2.0 * (q.x * q.z - q.w * q.y),
      2.0 * (q.x * q.y - q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z + q.w * q.x),
      2.0 * (q.x * q.z + q.w * q.y), 2.0 * (q.y * q.z - q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y)
    );
  }

  void main() {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    ivec2 texel = ivec2(int(order & 1023u) * 2, int(order >> 10u));
    uvec4 first = texelFetch(texels, texel, 0);
    uvec4 second = texelFetch(texels, texel + ivec2(1, 0), 0);
    paint = vec4(first.w & 255u, (first.w >> 8u) & 255u, (first.w >> 16u) & 255u, first.w >> 24u) / 255.0;
    vec3 centre = uintBitsToFloat(first.xyz);
    vec4 seen = modelViewMatrix * vec4(centre, 1.0);
    vec4 middle = projectionMatrix * seen;
    float edge = 1.3 * middle.w;
    if (paint.a < 0.004 || middle.w <= 0.0 || abs(middle.x) > edge || abs(middle.y) > edge) return;
    #if DEGREE > 0
      paint.rgb = max(paint.rgb + changed(centre), 0.0);
    #endif

    vec4 turn = normalize(vec4(unpackSnorm2x16(second.x), unpackSnorm2x16(second.y)));
    vec3 scale = exp2(
      vec3(unpackUnorm2x16(second.z), unpackUnorm2x16(second.w).x) * ${scaleLogRange.toFixed(1)} +
      ${scaleLogMin.toFixed(1)}
    );
    mat3 shape = mat3(modelViewMatrix) * turned(turn) *
      mat3(scale.x, 0.0, 0.0, 0.0, scale.y, 0.0, 0.0, 0.0, scale.z);

    // Jacobian of the projection; in orthographic projection it does not depend on depth.
    vec2 focal = 0.5 * viewport * vec2(projectionMatrix[0][0], projectionMatrix[1][1]);
    bool isFlat = projectionMatrix[3][3] == 1.0;
    float depth = isFlat ? 1.0 : -seen.z;
    vec2 lean = isFlat ? vec2(0.0) : focal * seen.xy / (depth * depth);
    mat3 flattened = mat3(focal.x / depth, 0.0, 0.0, 0.0, focal.y / depth, 0.0, lean.x, lean.y, 0.0);
    mat3 drawn = flattened * shape;
    mat3 spread = drawn * transpose(drawn);
    float a = spread[0][0] + ${blurPx2};
    float b = spread[0][1];
    float c = spread[1][1] + ${blurPx2};
    float mean = 0.5 * (a + c);
    float apart = length(vec2(0.5 * (a - c), b));
    float longer = mean + apart;
    float shorter = max(mean - apart, 0.1);
    vec2 along = abs(b) < 1e-6 ? (a >= c ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) : normalize(vec2(b, longer - a));
    vec2 major = min(sqrt(2.0 * longer), ${reachMaxPx}) * along;
    vec2 minor = min(sqrt(2.0 * shorter), ${reachMaxPx}) * vec2(-along.y, along.x);

    vOffset = position.xy;
    vec2 offset = (vOffset.x * major + vOffset.y * minor) * 2.0 / viewport;
    gl_Position = vec4(middle.xy / middle.w + offset, middle.z / middle.w, 1.0);
  }
`

// Splats are blended in sRGB, because the programs that create them do the same.
const fragmentSource = `
  precision highp float;
  in vec2 vOffset;
  in vec4 paint;
  uniform float exposure;
  out vec4 pixel;

  void main() {
    float square = dot(vOffset, vOffset);
    if (square > 4.0) discard;
    pixel = vec4(paint.rgb * pow(exposure, 1.0 / 2.2), paint.a * exp(-square));
  }
`
