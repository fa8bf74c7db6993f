/** A filter as `web/ui/base/Chip.tsx` draws it while it is off. */
export const CHIP =
  "relative inline-flex min-h-8 items-center rounded-full bg-mesa px-3 text-14 font-semibold whitespace-nowrap text-humo no-underline transition-colors duration-150 before:absolute before:-inset-x-1 before:-inset-y-1.5 before:content-[''] hover:bg-mesa-2 hover:text-papel"
