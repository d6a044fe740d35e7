/** Style sheets are bundled by their import; they export nothing. */
declare module "*.css";
