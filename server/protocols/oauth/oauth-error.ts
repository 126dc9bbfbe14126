/**
 * The error codes of RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6, RFC 6750 §3.1, RFC 7591 §3.2.2, RFC 8628 §3.5, RFC 8707
 * §2, RFC 9126 §2.3 and RFC 9449 §5, and of OpenID Connect Core Error Code unmet_authentication_requirements.
 */
export type OAuthErrorCode =
  | 'access_denied'
  | 'authorization_pending'
  | 'consent_required'
  | 'expired_token'
  | 'insufficient_scope'
  | 'interaction_required'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_dpop_proof'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_request_uri'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'server_error'
  | 'slow_down'
  | 'unapproved_software_statement'
  | 'unauthorized_client'
  | 'unmet_authentication_requirements'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A refusal in the words of OAuth. The description is for the developer of the client, and public. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string, options?: ErrorOptions) {
    super(description, options);
    this.code = code;
  }

  /** RFC 6749 §5.2, RFC 6750 §3.1. */
  get status(): number {
    if (this.code === 'invalid_client' || this.code === 'invalid_token') return 401;
    if (this.code === 'insufficient_scope') return 403;
    return this.code === 'server_error' ? 500 : 400;
  }

  get body(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.message };
  }
}
