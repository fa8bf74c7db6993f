/** Smooth, but not for who wants no motion: what a script asks for, the browser does regardless. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
