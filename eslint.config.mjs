import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * Imports go one way: core <- adapters <- lib/server.ts <- app, and core <- components.
 * Each room lists what it may import; everything else is an error.
 */
const core = '@/lib/consensus/';
const room = (files, allowed, message) => ({
  files,
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ regex: `^(?!${allowed.join('|')})`, message }] }],
  },
});
const packages = '[a-z]|@(?!/)';

export default tseslint.config(
  { ignores: ['.next/', 'node_modules/', 'next-env.d.ts', 'data/', 'public/'] },
  ...tseslint.configs.strict,
  {
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-imports': ['error', { patterns: [{ regex: '^\\.\\./', message: 'Use ./ inside a folder and @/ across.' }] }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only lib/env.ts reads the environment.' },
      ],
      eqeqeq: 'error',
    },
  },
  room(['lib/consensus/**/*.ts'], ['\\./', core, 'zod$', 'jsonc-parser$', 'jsonrepair$'], 'The core imports zod, its JSON tokenizer and itself.'),
  ...['providers', 'verify', 'store', 'evaluation', 'demo', 'openai-api'].map((name) =>
    room([`lib/${name}/**/*.ts`], ['\\./', `@/lib/${name}/`, core, '@/lib/http', packages], `lib/${name} imports the core, its own files and libraries.`),
  ),
  room(['lib/sse.ts'], [core, packages], 'lib/sse.ts imports the core and libraries.'),
  room(['messages/**/*.ts'], ['\\./', core, '@/messages/'], 'Messages are words: they import the core at most.'),
  room(['components/**/*.{ts,tsx}'], ['\\./', '@/components/', core, '@/lib/sse$', '@/messages', packages], 'Components import the core, lib/sse, messages and each other.'),
  room(['app/**/*.{ts,tsx}'], ['\\./', '@/app/', '@/components/', '@/lib/(server|http|sse|openai-api|consensus)', '@/messages', packages], 'Routes and pages call lib/server.ts and nothing behind it.'),
  {
    files: ['scripts/**', 'tests/**', 'e2e/**', 'lib/env.ts', '*.config.*', 'instrumentation.ts', '**/*.test.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
);
