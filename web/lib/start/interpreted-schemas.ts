/**
 * Imported for its effect, first: no validator is compiled, because zod's probe for `eval` would trip the content security policy.
 * Said where zod looks for it when it comes: the first screens have no schemas.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
