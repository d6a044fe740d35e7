/** The product's icon, as in VS Code's activity bar. */
export const iconPath = "/status-icon.svg";

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5fbf"/>
<g transform="translate(4 4)" fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">
<path d="M20.25 12.5v6a1.75 1.75 0 0 1-1.75 1.75h-13a1.75 1.75 0 0 1-1.75-1.75v-13A1.75 1.75 0 0 1 5.5 3.75h6"/>
<path d="m3.9 17.4 4.3-4.4 3.4 3.3 2.6-2.5 5.9 5.3"/>
<path d="M17.6 2.75c.45 2.75 1.3 3.6 4.05 4.05-2.75.45-3.6 1.3-4.05 4.05-.45-2.75-1.3-3.6-4.05-4.05 2.75-.45 3.6-1.3 4.05-4.05Z"/>
</g></svg>
`;
