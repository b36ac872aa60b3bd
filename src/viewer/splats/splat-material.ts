import { type DataTexture, GLSL3, ShaderMaterial, Vector2 } from 'three'
import { SCALE_LOG_MIN, SCALE_LOG_RANGE } from './pack-splats.ts'

/** Draws each splat as the ellipse that it covers (EWA splatting, Zwicker et al. 2001). */
export const makeSplatMaterial = (texels: DataTexture): ShaderMaterial =>
  new ShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    uniforms: {
      texels: { value: texels },
      viewport: { value: new Vector2(1, 1) },
      exposure: { value: 1 },
    },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  })

/** Pixels squared that every splat is softened by, or those far away would flicker. */
const SOFTENED = '0.3'
/** Half of a splat's length at most: near the eye they would cover everything. */
const REACH_MAX_PX = '1024.0'

const VERTEX = /* glsl */ `
  precision highp usampler2D;
  in uint order;
  uniform usampler2D texels;
  uniform vec2 viewport;
  out vec2 place;
  out vec4 paint;

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
    vec4 seen = modelViewMatrix * vec4(uintBitsToFloat(first.xyz), 1.0);
    vec4 middle = projectionMatrix * seen;
    float edge = 1.3 * middle.w;
    if (paint.a < 0.004 || middle.w <= 0.0 || abs(middle.x) > edge || abs(middle.y) > edge) return;

    vec4 turn = normalize(vec4(unpackSnorm2x16(second.x), unpackSnorm2x16(second.y)));
    vec3 scale = exp2(
      vec3(unpackUnorm2x16(second.z), unpackUnorm2x16(second.w).x) * ${SCALE_LOG_RANGE.toFixed(1)} +
      ${SCALE_LOG_MIN.toFixed(1)}
    );
    mat3 shape = mat3(modelViewMatrix) * turned(turn) *
      mat3(scale.x, 0.0, 0.0, 0.0, scale.y, 0.0, 0.0, 0.0, scale.z);

    // How pixels move with the place in space; without perspective depth does not matter.
    vec2 focal = 0.5 * viewport * vec2(projectionMatrix[0][0], projectionMatrix[1][1]);
    bool isFlat = projectionMatrix[3][3] == 1.0;
    float depth = isFlat ? 1.0 : -seen.z;
    vec2 lean = isFlat ? vec2(0.0) : focal * seen.xy / (depth * depth);
    mat3 flattened = mat3(focal.x / depth, 0.0, 0.0, 0.0, focal.y / depth, 0.0, lean.x, lean.y, 0.0);
    mat3 drawn = flattened * shape;
    mat3 spread = drawn * transpose(drawn);
    float a = spread[0][0] + ${SOFTENED};
    float b = spread[0][1];
    float c = spread[1][1] + ${SOFTENED};
    float mean = 0.5 * (a + c);
    float apart = length(vec2(0.5 * (a - c), b));
    float longer = mean + apart;
    float shorter = max(mean - apart, 0.1);
    vec2 along = abs(b) < 1e-6 ? (a >= c ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) : normalize(vec2(b, longer - a));
    vec2 major = min(sqrt(2.0 * longer), ${REACH_MAX_PX}) * along;
    vec2 minor = min(sqrt(2.0 * shorter), ${REACH_MAX_PX}) * vec2(-along.y, along.x);

    place = position.xy;
    vec2 offset = (place.x * major + place.y * minor) * 2.0 / viewport;
    gl_Position = vec4(middle.xy / middle.w + offset, middle.z / middle.w, 1.0);
  }
`

// They are blended as the colours of the screen, which is how they were learnt.
const FRAGMENT = /* glsl */ `
  precision highp float;
  in vec2 place;
  in vec4 paint;
  uniform float exposure;
  out vec4 pixel;

  void main() {
    float square = dot(place, place);
    if (square > 4.0) discard;
    pixel = vec4(paint.rgb * pow(exposure, 1.0 / 2.2), paint.a * exp(-square));
  }
`
