export { createConnections, type Connections, type ProxySettings } from './connections';
export * from './endpoints';
export { createLearnedParameters, type Learned, type LearnedParameters } from './learned-parameters';
export { createChatModel, type ChatModelOptions } from './openai-compatible';
export { redact } from './redact';
export { createResilience, type ModelHealth, type Resilience, type ResilienceOptions } from './resilience';
export {
  detectLocalEndpoints,
  listModels,
  testEndpoint,
  type EndpointTest,
  type LocalEndpoint,
} from './probe';
