import { defineConfig } from 'vitest/config';

const resolve = { alias: { '@': import.meta.dirname, 'server-only': `${import.meta.dirname}/tests/server-only.ts` } };

export default defineConfig({
  test: {
    projects: [
      { resolve, test: { name: 'unit', include: ['{lib,messages,components,app}/**/*.test.{ts,tsx}'] } },
      {
        resolve,
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
      },
    ],
  },
});
