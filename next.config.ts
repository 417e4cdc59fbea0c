import type { NextConfig } from 'next';

const config: NextConfig = {
  output: 'standalone',
  poweredByHeader: false,
  typedRoutes: true,
  agentRules: false,
  serverExternalPackages: ['better-sqlite3', 'pg', 'z3-solver', 'pyodide'],
};

export default config;
