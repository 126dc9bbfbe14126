/** Reports a wrong environment variable and the values that it accepts. */
export class ConfigError extends Error {}
