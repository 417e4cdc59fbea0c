export type AppErrorCode =
  | 'bad-request'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unauthorized'
  | 'forbidden'
  | 'rate-limited'
  | 'unavailable'
  | 'internal';

export interface FieldError {
  field: string;
  message: string;
}

/** What the application throws when it can't go on with a request. `message` tells a person what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: AppErrorCode,
    message: string,
    readonly details: { errors?: FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
  }
}
