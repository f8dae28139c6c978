// What tools/emoji.ts makes of an import that ends in ?emoji: for each name the insides of its SVG pictures.
declare module "*.json?emoji" {
  const pictures: Record<string, string[]>;
  export default pictures;
}
